import { expect, test } from 'vitest'
import { letter, MARK, phrase } from './letter.ts'

const url = 'https://app.example.com/auth/confirmEmail/a-b_c'
const given = {
  language: 'en',
  title: 'Hello',
  paragraphs: ['First <script>alert("x")</script> & "second"', 'two\r\nlines'],
  action: { label: 'Go on', url },
} as const

test('what people wrote is text in both bodies, never markup', () => {
  const { text, html } = letter(given)
  expect(html).not.toContain('<script')
  expect(html).toContain('First &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;second&quot;')
  expect(text).toContain('First <script>alert("x")</script> & "second"')
})

test('the whole link stands in both bodies', () => {
  const { text, html } = letter(given)
  expect(text).toContain(`Go on:\n${url}\n`)
  expect(html).toContain(`href="${url}"`)
  expect(html).toContain(`>${url}</a>`)
})

test('line breaks are kept, other control characters and changes of direction are not', () => {
  const { text, html } = letter({ ...given, paragraphs: ['two\r\nlines', 'bell\u0007 \u202Egnp.exe'] })
  expect(html).toContain('two<br>lines')
  expect(text).toContain('two\nlines')
  for (const body of [text, html])
    for (const character of ['\u0007', '\u202E', '\r']) expect(body).not.toContain(character)
})

test('nothing is loaded from anywhere: the one picture is attached', () => {
  const { html } = letter(given)
  expect(html).not.toMatch(/<(link|script|iframe|video)|url\(|@import|@font-face/i)
  expect(html.match(/<img [^>]*>/g)).toEqual([expect.stringContaining(`src="cid:${MARK}"`)])
})

test('facts stand in a table, addresses broken behind the @ first, and line by line in plain text, what people typed in quotes there', () => {
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

test('whoever did not ask for it is told so, unless the small print says better', () => {
  expect(letter({ ...given, language: 'de' }).text).toContain('Sie haben das nicht angefordert?')
  const { text, html } = letter({ ...given, footer: ['Tell your administrator.'] })
  for (const body of [text, html]) {
    expect(body).toContain('Tell your administrator.')
    expect(body).not.toContain('did not ask')
  }
})

test('a word that is longer than a phone is wide is broken, wherever it stands', () => {
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
