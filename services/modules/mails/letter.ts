import { PRODUCT } from '#contract/common.ts'

/** Words of ours, and between them what comes from elsewhere: typed by people, or made for a language of its own. */
export type Phrase = readonly (string | { readonly given: string })[]

/** What is put in stands in a direction of its own, so that it turns nothing around it. In plain text quotes do that: set them. */
export const phrase = (words: TemplateStringsArray, ...given: readonly string[]): Phrase =>
  words.flatMap((word, at) => (at < given.length ? [word, { given: given[at]! }] : [word]))

export type Letter = {
  readonly language: 'de' | 'en'
  readonly title: string
  /** Plain text; line breaks are kept. */
  readonly paragraphs: readonly (string | Phrase)[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Small print; absent: what to do with a mail that one did not ask for. */
  readonly footer?: readonly string[]
}

const wording = {
  de: {
    unasked: 'Sie haben das nicht angefordert? Dann können Sie diese E-Mail ignorieren.',
    link: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
    sender: `Diese E-Mail hat ${PRODUCT} automatisch verschickt.`,
  },
  en: {
    unasked: 'You did not ask for this? Then you can ignore this e-mail.',
    link: 'If the button does not work, open this link:',
    sender: `${PRODUCT} sent this e-mail automatically.`,
  },
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Without control characters (but line breaks) and without those that turn the direction of writing. */
const printable = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}|\p{Bidi_C}/gu, ' ')

const escape = (text: string): string =>
  printable(text)
    .replaceAll(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll('\n', '<br>')

const partsOf = (paragraph: string | Phrase): Phrase =>
  typeof paragraph === 'string' ? [paragraph] : paragraph

const plain = (paragraph: string | Phrase): string =>
  partsOf(paragraph)
    .map((part) => (typeof part === 'string' ? part : part.given))
    .join('')

const isolated = (paragraph: string | Phrase): string =>
  partsOf(paragraph)
    .map((part) => (typeof part === 'string' ? escape(part) : `<bdi dir="auto">${escape(part.given)}</bdi>`))
    .join('')

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail programs that know dark mode take these; the others keep the inline light colours. */
const darkStyle = `
@media (prefers-color-scheme: dark) {
  .page { background-color: #14171c !important }
  .card { background-color: #1f242c !important; border-color: #333b47 !important }
  .ink { color: #e8ebf0 !important }
  .faint { color: #9aa5b4 !important }
  .link { color: #7fd6a4 !important }
  .button { background-color: #1b7f4b !important }
}`

const paragraph = (text: string | Phrase): string =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1d2530">${isolated(text)}</p>`

const smallPrint = (text: string): string =>
  `<p class="faint" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5c6878">${escape(text)}</p>`

const button = ({ label, url }: NonNullable<Letter['action']>, hint: string): string => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="button" bgcolor="#1b7f4b" style="border-radius:8px;background-color:#1b7f4b">
<a href="${escape(url)}" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a>
</td></tr></table>
<p class="faint" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#5c6878;word-break:break-all">${escape(hint)}<br>
<a class="link" href="${escape(url)}" style="color:#1b7f4b">${escape(url)}</a></p>`

/** The two bodies of a mail: no images, fonts or tracking; user text is escaped; the whole link stands in both. */
export const letter = ({
  language,
  title,
  paragraphs,
  action,
  footer,
}: Letter): { text: string; html: string } => {
  const { unasked, link, sender } = wording[language]
  const small = [...(footer ?? [unasked]), sender]
  const text = [
    title,
    ...paragraphs.map(plain),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${small.join('\n')}`,
  ]
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title><style>:root { color-scheme: light dark }${darkStyle}</style></head>
<body class="page" style="margin:0;padding:0;background-color:#f2f4f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f2f4f7"><tr>
<td align="center" style="padding:32px 12px;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr>
<td class="faint" style="padding:0 4px 12px;font-size:14px;line-height:20px;font-weight:600;color:#5c6878">${PRODUCT}</td></tr><tr>
<td class="card" style="padding:32px 28px 16px;background-color:#ffffff;border:1px solid #dde2e9;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:600;color:#1d2530">${escape(title)}</h1>
${paragraphs.map(paragraph).join('\n')}${action ? button(action, link) : ''}
</td></tr><tr>
<td style="padding:16px 4px">${small.map(smallPrint).join('\n')}</td></tr></table>
</td></tr></table></body></html>`
  return { text: `${printable(text.join('\n\n'))}\n`, html }
}
