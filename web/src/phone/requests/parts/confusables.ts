/** Something in a text that a reader may take for something else. */
export type Confusable = {
  /** As it stands in the text; of numbers in an odd order, they alone, which then stand in theirs. */
  readonly word: string
  readonly why: 'alphabets' | 'alphabet' | 'digits' | 'order'
}

// Scripts, not their extensions: those of a combining mark name every script that it may stand in.
const LATIN = /\p{sc=Latn}/u
/** Letters of alphabets that share shapes with ours. In Greek only those that do: kΩ and μm are no trick. */
const FOREIGN = /[\p{sc=Cyrl}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ]/u
const TWINS = /^[АВЕЅІЈКМНОРСТУХЗасеорхуіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ]+$/u
const CYRILLIC_OR_GREEK = /[\p{sc=Cyrl}\p{sc=Grek}]/u
const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u
const FULL_WIDTH = 0xff
/** A line that begins to the right, and in it numbers behind a letter to the left: they change places. */
const TURNED =
  /^[^\u0590-\u08FF\uFB1D-\uFEFC]*?\p{sc=Latn}.*?[\u0590-\u08FF\uFB1D-\uFEFC](?!\p{L})\P{L}*?(\p{Nd}+[^\p{L}\p{Nd}]+\p{Nd}[^\p{L}]*)/u

const block = (character: string): number => character.codePointAt(0)! >> 8

/** Digits other than the page's are at home beside letters of their own block. */
const hasOddDigits = (word: string, letters: readonly string[]): boolean => {
  const digits = word.match(/(?![0-9])\p{Nd}/gu) ?? []
  if (digits.length > 0 && /[0-9]/.test(word)) return true
  const home = new Set(letters.map(block))
  if (letters.some((letter) => JAPANESE.test(letter))) home.add(FULL_WIDTH)
  return digits.some((digit) => !home.has(block(digit)))
}

/** Each unusual word of the text once. Ordinary texts of any language, and of several, have none. */
export const findConfusables = (text: string): readonly Confusable[] => {
  const words = [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
  const lettersOf = (word: string) => word.match(/\p{L}/gu) ?? []
  const all = words.flatMap(lettersOf)
  // A word of twins alone is odd among Latin words, and ordinary where the alphabet is used for others too.
  const isLatin =
    all.some((letter) => LATIN.test(letter)) &&
    words.every(
      (word) => !CYRILLIC_OR_GREEK.test(word) || LATIN.test(word) || TWINS.test(lettersOf(word).join('')),
    )
  const whyOf = (word: string): Confusable['why'] | undefined => {
    if (LATIN.test(word) && FOREIGN.test(word)) return 'alphabets'
    if (/\p{sc=Cyrl}/u.test(word) && /\p{sc=Grek}/u.test(word)) return 'alphabets'
    if (isLatin && [...word].length > 1 && TWINS.test(lettersOf(word).join(''))) return 'alphabet'
    return hasOddDigits(word, all) ? 'digits' : undefined
  }
  const odd = words.flatMap((word): Confusable[] => {
    const why = whyOf(word)
    return why ? [{ word, why }] : []
  })
  const turned = text.split('\n').flatMap((line) => TURNED.exec(line)?.[1]?.trim() ?? [])
  return [...odd, ...turned.map((word) => ({ word, why: 'order' }) as const)]
}
