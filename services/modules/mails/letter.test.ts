import { expect, test } from 'vitest'
import { letter, MARK, naming, phrase } from './letter.ts'

const url = 'https://app.example.com/auth/confirmEmail/a-b_c'
const given = {
  language: 'en',
  title: 'Hello',
  paragraphs: ['First <script>alert("x")</script> & "second"', 'two\r\nlines'],
  action: { label: 'Go on', url },
} as const

test('escapes typed text in both bodies', () => {
  const { text, html } = letter(given)
  expect(html).not.toContain('<script')
  expect(html).toContain('First &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;second&quot;')
  expect(text).toContain('First <script>alert("x")</script> & "second"')
})

test('both bodies contain the complete link', () => {
  const { text, html } = letter(given)
  expect(text).toContain(`Go on:\n${url}\n`)
  expect(html).toContain(`href="${url}"`)
  expect(html).toContain(`>${url}</a>`)
})

test('keeps line breaks, and removes other control characters and direction changes', () => {
  const { text, html } = letter({ ...given, paragraphs: ['two\r\nlines', 'bell\u0007 \u202Egnp.exe'] })
  expect(html).toContain('two<br>lines')
  expect(text).toContain('two\nlines')
  for (const body of [text, html])
    for (const character of ['\u0007', '\u202E', '\r']) expect(body).not.toContain(character)
})

test.each([
  ['https://evil.example/x', 'https: //evil. example/x'],
  ['Log in at www.evil.example.', 'Log in at www. evil. example.'],
  ['boss@evil.example', 'boss@ evil. example'],
  ['mailto:boss@4evil.xn--p1ai', 'mailto: boss@ 4evil. xn--p1ai'],
  ['evil。example', 'evil。 example'],
  ['12.500,00 € bis 30.11. um 12:30', '12.500,00 € bis 30.11. um 12:30'],
])('what people typed has no links, and keeps its numbers: %s', (typed, shown) => {
  const { text, html } = letter({
    ...given,
    title: phrase`${typed}`,
    paragraphs: [phrase`${typed}`],
    facts: [['Text', phrase`${typed}`]],
  })
  expect(text.split(shown)).toHaveLength(4)
  const bare = html.replaceAll(/<\/?bdi[^>]*>|<wbr>/g, '')
  expect(bare.split(shown)).toHaveLength(5)
  if (shown !== typed) for (const body of [text, bare]) expect(body).not.toContain(typed)
})

test('addresses of accounts stay as they are', () => {
  expect(letter({ ...given, paragraphs: [naming`${'anna@example.com'} asks.`] }).text).toContain(
    'anna@example.com asks.',
  )
})

test('loads nothing, and attaches its one picture', () => {
  const { html } = letter(given)
  expect(html).not.toMatch(/<(link|script|iframe|video)|url\(|@import|@font-face/i)
  expect(html.match(/<img [^>]*>/g)).toEqual([expect.stringContaining(`src="cid:${MARK}"`)])
})

test('shows facts in a table, which breaks addresses after the @, and as lines with quoted values in plain text', () => {
  const { text, html } = letter({
    ...given,
    facts: [
      ['Who', 'anna@example.com'],
      ['Where', phrase`<Süd>`],
      ['What', phrase`${'<Nord>'}`],
    ],
  })
  expect(text).toContain('Who: anna@example.com\nWhere: <Süd>\nWhat: “<Nord>”\n')
  expect(html).toContain('>anna@<wbr>example.com</td>')
  expect(html).toContain('<bdi dir="auto">&lt;Nord&gt;</bdi></td>')
})

test('says that an unrequested mail can be ignored, unless there is a footer', () => {
  expect(letter({ ...given, language: 'de' }).text).toContain('Sie haben das nicht angefordert?')
  const { text, html } = letter({ ...given, footer: ['Tell your administrator.'] })
  for (const body of [text, html]) {
    expect(body).toContain('Tell your administrator.')
    expect(body).not.toContain('did not request')
  }
})

test('breaks words that are wider than a phone', () => {
  const word = 'x'.repeat(80)
  const { html } = letter({
    ...given,
    kind: word,
    title: phrase`${word}`,
    paragraphs: [word],
    facts: [['Hash', word]],
    note: word,
    footer: [word],
  })
  const around = html.match(/<(?:p|h1|td) [^>]*>(?:<bdi[^>]*>)?x{80}/g) ?? []
  expect(around).toHaveLength(6)
  expect(around.filter((element) => !element.includes('word-break:break-word'))).toEqual([])
})
