import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typedText, typingFault } from '#contract/typed-text.ts'

const kept = {
  'a family': '👨‍👩‍👧‍👦',
  'a skin': '👍🏽',
  'two skins': '🫱🏻‍🫲🏿',
  'a woman’s work': '👩🏾‍⚕️',
  'a heart in colour': '❤️ and ❤︎',
  'a flag of a country': '🇩🇪🇹🇷',
  'the flag of Scotland': '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'a flag of pictures': '🏳️‍🌈 🏴‍☠️',
  'a key': '1️⃣#️⃣',
  Persian: 'می‌خواهم کتاب‌های',
  'a Persian abbreviation': '۱۳۵۷ ه‍.ش',
  Hindi: 'क्‍ष और क्‌ष',
  Marathi: 'दर्‍या',
  Bengali: 'র‍্যাব',
  Sinhala: 'ශ්‍රී ලංකාව',
  Malayalam: 'അവന്‍ പറഞ്ഞു',
  'a Japanese name': '葛󠄀城',
  Mongolian: 'ᠠ᠋ ᠴᠠᠭ᠎ᠠ',
  Turkish: 'Işık İğdır',
  German: 'Überweisung: 1.234,50 € – „Müller & Söhne“',
  Greek: 'Πληρωμή 10 €',
  Arabic: 'دفع ٢٥٠ ريال',
  Hebrew: 'תשלום 250 ש"ח',
  Thai: 'ชำระเงิน ๑๐๐',
  Korean: '송금 100원',
}

test.each(Object.entries(kept))('%s stays as it is', (_, text) => {
  expect(typingFault(text, 'one')).toBeUndefined()
  expect(typedText(text)).toBe(text.normalize('NFC'))
})

test.each([
  ['combining letters are one', 'u\u0308ber', 'über'],
  ['blanks of any width are blanks', 'a\u00a0b\u2003c\u3000d\u200ae', 'a b c d e'],
  ['fillers that look blank are blanks', '111\u3164222\u2800333', '111 222 333'],
  ['zero-width', 'pay\u200bpal\u2060\ufeff\u200d\u200c', 'paypal'],
  ['tags', 'Pay\u{e0031}\u{e0032}', 'Pay'],
  ['tags behind another flag', '🏴\u{e0067}\u{e0078}\u{e007f}', '🏴'],
  ['selectors behind letters', 'a\ufe0fb\u{e0101}', 'ab'],
  ['joiners between pictures and letters', '👨\u200da', '👨a'],
  ['soft hyphens and joiners of no letter', 'Soft\u00adware\u034f', 'Software'],
  ['marks around a number that was copied', '\u202d+49 30 1234\u202c', '+49 30 1234'],
  ['marks to the right in a text to the right', '\u200ekto\u2068 12\u2069', 'kto 12'],
  ['marks among words to the left', 'שלום\u200f!', 'שלום!'],
  ['separators of lines', 'a\u2028b\u2029c\r\nd\re', 'a\nb\nc\nd\ne'],
  ['nothing but what looks blank', '\u3164\u2800\u115f\u1160\uffa0\u200b\u2028\u0301', ''],
])('%s', (_, text, good) => {
  expect(typingFault(text, 'many')).toBeUndefined()
  expect(typedText(text)).toBe(good)
})

describe('is refused:', () => {
  test.each([
    ['a mark that turns numbers', 'Konto \u200f111 222 333'],
    ['a mark between numbers', '12\u200f34'],
    ['an Arabic mark before numbers', 'Konto \u061c1-2-3'],
    ['an isolate that turns numbers', '\u206712 34\u2069'],
    ['an embedding in a line to the left', 'اتصل \u202a+971 50\u202c'],
    ['an override of letters', 'Zahlung an \u202enneB\u202c'],
    ['private use', 'a\ue000'],
    ['half a pair', 'a\ud800'],
    ['what has no meaning', 'a\u0378\u{10ffff}'],
    ['a sign before numbers that few know', '\u0600123'],
    ['control characters', 'a\u0000b'],
    ['of C1', 'a\u0085b'],
  ])('%s', (_, text) => {
    expect(typingFault(text, 'one')).toMatch(/^holds /)
    expect(typingFault(`fine\n${text}`, 'many')).toMatch(/^holds /)
  })

  test('a second line in a one-line text', () => {
    for (const text of ['a\nb', 'a\u2028b', 'a\tb']) {
      expect(typingFault(text, 'one')).toBe('holds a control character')
      expect(typingFault(text, 'many')).toBeUndefined()
    }
    expect(typingFault(' a\n', 'one')).toBeUndefined()
  })
})

const tricky = fc.constantFrom(
  ...Object.values(kept).flatMap((text) => [...text]),
  ...'\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202d\u202e\u202c\u2066\u2067\u2068\u2069\u2028\u2029\u00ad\u034f\u2060\ufeff'.split(
    '',
  ),
  ...'\u3164\u2800\u115f\u1160\uffa0\ufffc\ufe0e\ufe0f\u180b\u180e\u20e3\u0301\u0308\u00a0\r\n\t'.split(''),
  ...'\u{e0067}|\u{e0062}|\u{e0100}|\u{e007f}|\u{1d159}|\u{1d173}|\u{16fe4}|a|1| '.split('|'),
)
const anything = fc.oneof(
  fc.string({ unit: tricky, maxLength: 40 }),
  fc.string({
    unit: fc.oneof(tricky, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 40,
  }),
)
const FORBIDDEN =
  /\u034F|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFFC\u{1D173}-\u{1D17A}]|(?! )\p{Z}/u
/** What may stand only where it is needed: behind something that takes it. */
const LOOSE =
  /(?<![\p{L}\p{M}\p{ExtPict}\p{EMod}\uFE0F\uFE0E])[\u200C\u200D]|(?<![\p{ExtPict}0-9#*])[\uFE0E\uFE0F]|(?<!\p{sc=Han})[\u{E0100}-\u{E01EF}]|(?<!\u{1F3F4}|[\u{E0020}-\u{E007E}])[\u{E0020}-\u{E007F}]/u
const RUNS = { numRuns: 20_000 }

describe('typed text', () => {
  test('normalises idempotently', () => {
    fc.assert(
      fc.property(anything, (text) => typedText(typedText(text)) === typedText(text)),
      RUNS,
    )
  })

  test('is normalised, trimmed, and visible or empty', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const plain = typedText(text)
        expect(plain).toBe(plain.normalize('NFC'))
        expect(plain).toBe(plain.trim())
        expect(plain === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(plain)).toBe(true)
      }),
      RUNS,
    )
  })

  test('nothing forbidden survives', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(typedText(text)).not.toMatch(FORBIDDEN)
        expect(typedText(text)).not.toMatch(LOOSE)
      }),
      RUNS,
    )
  })

  test('an accepted text is accepted again', () => {
    fc.assert(
      fc.property(
        anything,
        (text) =>
          typingFault(text, 'many') !== undefined || typingFault(typedText(text), 'many') === undefined,
      ),
      RUNS,
    )
  })
})
