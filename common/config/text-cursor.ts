import { ConfigError, faultAt, type Position } from './config-error.ts';

/** Reads a text from front to back and knows the line and column of each place. */
export class TextCursor {
  readonly text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
    if (text.startsWith('\uFEFF')) this.#lineStart = this.#at = 1;
  }

  get at(): number {
    return this.#at;
  }

  atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** The character here, or the empty string at the end. */
  peek(): string {
    return this.text.charAt(this.#at);
  }

  get position(): Position {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  startsWith(what: string): boolean {
    return this.text.startsWith(what, this.#at);
  }

  /** Moves on and returns what was passed. */
  advance(count = 1): string {
    const passed = this.text.slice(this.#at, this.#at + count);
    for (let i = passed.indexOf('\n'); i !== -1; i = passed.indexOf('\n', i + 1)) {
      this.#line++;
      this.#lineStart = this.#at + i + 1;
    }
    this.#at += passed.length;
    return passed;
  }

  /** Passes what a sticky expression matches here, if it does. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.text)?.[0];
    return found === undefined ? undefined : this.advance(found.length);
  }

  /** A syntax error here or at a position that was noted before. */
  fault(message: string, position = this.position): ConfigError {
    return new ConfigError([faultAt(position, '', message)]);
  }
}
