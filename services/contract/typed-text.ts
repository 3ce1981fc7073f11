/**
 * What a person typed, as it is kept, shown and signed: what stands in it can be seen, and it reads as it was written,
 * or an approver could see other digits than are signed (CVE-2021-42574 did that to source code). It takes letters,
 * marks, numbers, punctuation, symbols and blanks by Unicode category. Of the others, by class:
 *
 * - Unseen (zero-width, tags, soft hyphens, stray joiners and selectors) is dropped: the text looks the same without,
 *   and phones put such characters around what they copy. Joiners stay where a script or a picture needs them.
 * - What looks like a blank is one: to drop it would join two numbers that were seen apart.
 * - Marks of direction are dropped where they change nothing, and refused where they do: see `turns`.
 * - Control characters, halves of pairs, private use, and what has no meaning yet or another device may not know are
 *   refused: nobody can say what would be seen.
 */

/** Scripts whose letters change with a joiner beside them. */
const JOINING =
  'Arab Syrc Nkoo Adlm Rohg Mand Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const joining = `(?!\\p{DI})(?=[\\p{L}\\p{M}])[${JOINING.replaceAll(/\w+ ?/g, (script) => `\\p{scx=${script.trim()}}`)}]`
const ENGLAND = '\\u{E0065}\\u{E006E}\\u{E0067}'
const SCOTLAND = '\\u{E0073}\\u{E0063}\\u{E0074}'
const WALES = '\\u{E0077}\\u{E006C}\\u{E0073}'

/** Where what cannot be seen does something that can. */
const needed = [
  // the flags of England, Scotland and Wales: a black one and its letters, as tags
  `\\u{1F3F4}\\u{E0067}\\u{E0062}(?:${ENGLAND}|${SCOTLAND}|${WALES})\\u{E007F}`,
  '[0-9#*]\\uFE0F(?=\\u20E3)',
  // pictures: in colour or not, with a skin, joined to the next one
  '\\p{ExtPict}(?:[\\uFE0E\\uFE0F]|\\p{EMod})?(?:\\u200D(?=\\p{ExtPict}))?',
  // forms of a Han letter, as names are written with
  '\\p{sc=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?!\\p{DI})\\p{sc=Mong}[\\u180B-\\u180D\\u180F]?(?:\\u180E(?=(?!\\p{DI})\\p{sc=Mong}))?',
  `${joining}(?:\\u200D|\\u200C(?=${joining}))`,
].join('|')
const PARTS = new RegExp(
  `(${needed})|([\\p{Zs}\\u115F\\u1160\\u2800\\u3164\\uFFA0\\u{1D159}])|\\r\\n?|[\\u2028\\u2029]|[\\p{DI}\\uFFFC\\u{16FE4}]`,
  'gu',
)
const BREAK = /[\r\n\u2028\u2029]/u
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The text without what cannot be seen, normalised (NFC); empty where nothing can be. Twice is as good as once. */
export const typedText = (text: string): string => {
  const plain = text.replaceAll(PARTS, (part, kept?: string, blank?: string) => {
    if (kept !== undefined) return kept
    if (blank !== undefined) return ' '
    return BREAK.test(part) ? '\n' : ''
  })
  const good = SEEN.test(plain) ? plain.normalize('NFC').trim() : ''
  // Marks in their normal order may leave a joiner beside another one than it was typed behind.
  return good === text ? good : typedText(good)
}

const MARKS = /\p{Bidi_C}/u
/** Blocks of letters that run to the left, and the marks that act as one or turn what follows. */
const LEFTWARD =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const OVERRIDES = /[\u202D\u202E]/u

/**
 * Whether a line reads in another order without its marks of direction. While everything runs to the right they do
 * nothing. Words that run to the left keep their order without them, numbers beside such words do not, and an override
 * turns letters too.
 */
const turns = (line: string): boolean =>
  MARKS.test(line) && LEFTWARD.test(line) && (OVERRIDES.test(line) || /\p{N}/u.test(line))

const STRANGE = /(?!\p{DI})[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

/** Why the text cannot be taken as it was typed; undefined where `typedText` makes it good. */
export const typingFault = (text: string, lines: 'one' | 'many'): string | undefined => {
  if (text.split(BREAK).some(turns)) return 'holds an invisible mark that turns the order of what is read'
  const plain = typedText(text)
  if (STRANGE.test(plain)) return 'holds a character that not every device can show'
  const controls = lines === 'one' ? /\p{Cc}/u : /(?![\n\t])\p{Cc}/u
  return controls.test(plain) ? 'holds a control character' : undefined
}
