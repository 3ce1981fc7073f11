/**
 * Typed text is normalized so that everybody sees what is stored and signed. Otherwise an approver could see other digits
 * than are signed (CVE-2021-42574 did that to source code). Letters, marks, numbers, punctuation, symbols and spaces are
 * accepted by Unicode category. The other characters, by class:
 *
 * - Invisible characters (zero-width, tags, soft hyphens, stray joiners and selectors) are dropped. The text looks the
 *   same, and phones add them when copying. Joiners stay where a script or an emoji needs them.
 * - Characters that look like a space become one. Dropping them would join two numbers that looked separate.
 * - Direction marks are dropped where they change nothing, and rejected elsewhere: see `turns`.
 * - Control characters, lone surrogates, private-use and unassigned characters are rejected, because devices show them
 *   differently.
 */

/** Scripts whose letters change next to a joiner. */
const JOINING =
  'Arab Syrc Nkoo Adlm Rohg Mand Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const joining = `(?!\\p{DI})(?=[\\p{L}\\p{M}])[${JOINING.replaceAll(/\w+ ?/g, (script) => `\\p{scx=${script.trim()}}`)}]`
const ENGLAND = '\\u{E0065}\\u{E006E}\\u{E0067}'
const SCOTLAND = '\\u{E0073}\\u{E0063}\\u{E0074}'
const WALES = '\\u{E0077}\\u{E006C}\\u{E0073}'

/** Sequences in which an invisible character changes what is seen. */
const needed = [
  // The flags of England, Scotland and Wales: a black flag followed by letters as tags.
  `\\u{1F3F4}\\u{E0067}\\u{E0062}(?:${ENGLAND}|${SCOTLAND}|${WALES})\\u{E007F}`,
  '[0-9#*]\\uFE0F(?=\\u20E3)',
  // Emoji: with a colour variant, a skin tone, or joined to the next one.
  '\\p{ExtPict}(?:[\\uFE0E\\uFE0F]|\\p{EMod})?(?:\\u200D(?=\\p{ExtPict}))?',
  // Variants of Han characters, as in names.
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

/** Returns the text without invisible characters, in NFC. Empty if nothing is visible. Idempotent. */
export const typedText = (text: string): string => {
  const plain = text.replaceAll(PARTS, (part, kept?: string, blank?: string) => {
    if (kept !== undefined) return kept
    if (blank !== undefined) return ' '
    return BREAK.test(part) ? '\n' : ''
  })
  const normalized = SEEN.test(plain) ? plain.normalize('NFC').trim() : ''
  // NFC may reorder marks, which can leave a joiner in a place where it is not needed.
  return normalized === text ? normalized : typedText(normalized)
}

const MARKS = /\p{Bidi_C}/u
/** Right-to-left letters, and marks that act like one or change the direction of what follows. */
const LEFTWARD =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const OVERRIDES = /[\u202D\u202E]/u

/**
 * Whether removing the direction marks changes the visual order of a line. They have no effect without right-to-left text.
 * Next to right-to-left words, numbers can move. An override also reorders letters.
 */
const turns = (line: string): boolean =>
  MARKS.test(line) && LEFTWARD.test(line) && (OVERRIDES.test(line) || /\p{N}/u.test(line))

const STRANGE = /(?!\p{DI})[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

/** The reason to reject the text. Undefined if `typedText` can normalize it. */
export const typingFault = (text: string, lines: 'one' | 'many'): string | undefined => {
  if (text.split(BREAK).some(turns)) return 'holds an invisible mark that turns the order of what is read'
  const plain = typedText(text)
  if (STRANGE.test(plain)) return 'holds a character that not every device can show'
  const controls = lines === 'one' ? /\p{Cc}/u : /(?![\n\t])\p{Cc}/u
  return controls.test(plain) ? 'holds a control character' : undefined
}
