/**
 * Gives equal short texts as one: what thousands of peers send alike is held once. It forgets all when full,
 * so that whoever sends ever new texts costs little.
 */
export class SharedTexts {
  readonly #longest: number;
  readonly #most: number;
  readonly #known = new Map<string, string>();

  constructor(longest: number, most: number) {
    this.#longest = longest;
    this.#most = most;
  }

  share(text: string): string {
    if (text.length > this.#longest) return text;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= this.#most) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
