/** Header fields in order of arrival, text as Latin-1. One list may serve many streams. */
export class FieldList {
  /** Names and values alternate. */
  readonly texts: readonly string[];
  /** The size or the count was over the limit: `texts` holds only what came before. */
  readonly overflow: boolean;
  /** What a reader made of the list, so that it need not be made again. */
  parsed: unknown;

  /** As RFC 9113 §6.5.2 counts them; nothing where many share one list. */
  readonly bytes: number;

  constructor(texts: readonly string[], overflow: boolean, bytes: number) {
    this.texts = texts;
    this.overflow = overflow;
    this.bytes = bytes;
  }
}
