import unhomoglyph from 'unhomoglyph'

/** What nobody sees or minds: spaces, hyphens, dots, joiners. */
const UNSEEN = /[\p{Z}\p{P}\p{C}\p{Default_Ignorable_Code_Point}]/gu
/** Accents, and the vowel points of Arabic and Hebrew. Vowel signs of Indic scripts are letters of their own, and so are the marks of kana. */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\u0591-\u05C7\u064B-\u065F\u0670]/gu
/** A stroke, as in ø, is an accent for the table. The dots of Arabic letters are marks too, and they count. */
const STROKES = /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\u0300-\u036F]+/gu

const bare = (name: string): string => name.normalize('NFKD').replaceAll(ACCENTS, '')
/** Letter by letter, as a sigma at the end of a word becomes another letter. */
const folded = (text: string): string => Array.from(text, (c) => c.toUpperCase().toLowerCase()).join('')

/** As in the data of UTS 39. An apostrophe that counts as a letter is none. */
const prototypeOf = (character: string): string => {
  const prototype = unhomoglyph(character)
  if (prototype === character) return character
  return /\p{Lm}/u.test(character) ? prototype.replaceAll(UNSEEN, '') : prototype.replaceAll(STROKES, '')
}
/** For names in any case. Latin letters stay: I looks like l, but Ian is not Lan. Capitals of other alphabets that look like I are an i. */
const prototypeInAnyCase = (character: string): string => {
  if (/[A-Za-z]/.test(character)) return character
  const prototype = prototypeOf(character)
  return prototype === 'l' && /\p{Lu}/u.test(character) ? 'i' : prototype
}
const each = (text: string, of: (character: string) => string): string => Array.from(text, of).join('')

/**
 * Returns what a name looks like: as it is written, and in any case. Two names are alike if they have one of these in common. Personal
 * data, as the name is.
 */
export const looksOf = (name: string): readonly string[] => {
  const shown = bare(name)
  const letters = shown.replaceAll(UNSEEN, '') || shown
  const asWritten = each(letters, prototypeOf)
  const inAnyCase = [
    folded(each(letters, prototypeInAnyCase)),
    folded(each(folded(letters), prototypeInAnyCase)),
  ]
  return [...new Set([`=${asWritten}`, ...inAnyCase])]
}

/** The looks as read models keep them. An index finds them over all workspaces, so each names its own. Null without a name. */
export const looksIn = (workspaceId: string, name: string | null | undefined): readonly string[] | null =>
  name ? looksOf(name).map((look) => `${workspaceId} ${look}`) : null
