/** A word that readers may mistake for another one. */
export type Confusable = {
  /** The word as it is in the text. For `order`, only the numbers, which alone appear in their real order. */
  readonly word: string
  readonly why: 'alphabets' | 'alphabet' | 'digits' | 'order'
}

// `sc`, not `scx`: script extensions would give a combining mark every script that it may occur in.
const LATIN = /\p{sc=Latn}/u
/** Letters from alphabets with look-alikes of Latin letters. For Greek only the look-alikes, because kΩ and μm are common. */
const FOREIGN = /[\p{sc=Cyrl}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\p{sc=Lisu}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ]/u
const LOOK_ALIKES = /^[АВЕЅІЈКМНОРСТУХЗасеорхуіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυ]+$/u
const CYRILLIC_OR_GREEK = /[\p{sc=Cyrl}\p{sc=Grek}]/u
const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u
const FULL_WIDTH = 0xff
/** A left-to-right line with numbers after a right-to-left letter: the numbers appear in reverse order. */
const REORDERED_NUMBERS =
  /^[^\u0590-\u08FF\uFB1D-\uFEFC]*?\p{sc=Latn}.*?[\u0590-\u08FF\uFB1D-\uFEFC](?!\p{L})\P{L}*?(\p{Nd}+[^\p{L}\p{Nd}]+\p{Nd}[^\p{L}]*)/u

const block = (character: string): number => character.codePointAt(0)! >> 8

/** Digits of another script are expected only beside letters of their own Unicode block. */
const hasUnexpectedDigits = (word: string, letters: readonly string[]): boolean => {
  const digits = word.match(/(?![0-9])\p{Nd}/gu) ?? []
  if (digits.length > 0 && /[0-9]/.test(word)) return true
  const blocks = new Set(letters.map(block))
  if (letters.some((letter) => JAPANESE.test(letter))) blocks.add(FULL_WIDTH)
  return digits.some((digit) => !blocks.has(block(digit)))
}

/** Returns each confusable word of a text once. Ordinary texts in any language, or in several, have none. */
export const findConfusables = (text: string): readonly Confusable[] => {
  const words = [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
  const lettersOf = (word: string) => word.match(/\p{L}/gu) ?? []
  const all = words.flatMap(lettersOf)
  // A word made only of look-alikes is suspicious in a Latin text, but normal where its alphabet is used for other words too.
  const isLatin =
    all.some((letter) => LATIN.test(letter)) &&
    words.every(
      (word) =>
        !CYRILLIC_OR_GREEK.test(word) || LATIN.test(word) || LOOK_ALIKES.test(lettersOf(word).join('')),
    )
  const whyOf = (word: string): Confusable['why'] | undefined => {
    if (LATIN.test(word) && FOREIGN.test(word)) return 'alphabets'
    if (/\p{sc=Cyrl}/u.test(word) && /\p{sc=Grek}/u.test(word)) return 'alphabets'
    if (isLatin && [...word].length > 1 && LOOK_ALIKES.test(lettersOf(word).join(''))) return 'alphabet'
    return hasUnexpectedDigits(word, all) ? 'digits' : undefined
  }
  const found = words.flatMap((word): Confusable[] => {
    const why = whyOf(word)
    return why ? [{ word, why }] : []
  })
  const reordered = text.split('\n').flatMap((line) => REORDERED_NUMBERS.exec(line)?.[1]?.trim() ?? [])
  return [...found, ...reordered.map((word) => ({ word, why: 'order' }) as const)]
}
