import type { Position } from './config-error.ts';

/** A configuration file after parsing: ordered, nothing merged, every part with its position. */
export interface ConfigTree {
  readonly format: ConfigFormat;
  readonly root: ConfigObject;
  /** The file's path, for messages. */
  readonly source?: string;
}

export type ConfigFormat = 'hcl' | 'json';

export type ConfigValue =
  ConfigObject | ConfigList | ConfigString | ConfigNumber | ConfigBoolean | ConfigNull;

export interface ConfigObject {
  readonly kind: 'object';
  readonly position: Position;
  readonly items: readonly ConfigItem[];
}

/** `key = value`, `key { }` or, with labels, `key "label" { }`. */
export interface ConfigItem {
  /** The key, then its labels; never empty. */
  readonly keys: readonly [ConfigKey, ...ConfigKey[]];
  readonly value: ConfigValue;
}

export interface ConfigKey {
  readonly text: string;
  readonly position: Position;
}

interface ConfigList {
  readonly kind: 'list';
  readonly position: Position;
  readonly items: readonly ConfigValue[];
}

interface ConfigString {
  readonly kind: 'string';
  readonly position: Position;
  readonly value: string;
}

interface ConfigNumber {
  readonly kind: 'number';
  readonly position: Position;
  readonly value: number;
  /** As it was written: a number where a string is expected is taken as this text. */
  readonly raw: string;
}

interface ConfigBoolean {
  readonly kind: 'boolean';
  readonly position: Position;
  readonly value: boolean;
}

/** JSON only; the same as an absent key. */
interface ConfigNull {
  readonly kind: 'null';
  readonly position: Position;
}

/** What a person calls this kind of value. */
export function nameOfKind(value: ConfigValue): string {
  return kindNames[value.kind];
}

const kindNames = {
  object: 'a block',
  list: 'a list',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
} as const;
