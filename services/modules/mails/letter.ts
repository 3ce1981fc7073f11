import { PRODUCT } from '#contract/common.ts'

/** Fixed words, with values that people typed between them. A name or an address is never quoted. */
export type Phrase = readonly (string | { readonly given: string; readonly isPerson?: true })[]

/** Breaks everything in a typed text that a mail program would turn into a link, so that it cannot phish. */
export const unlinked = (text: string): string =>
  text.replaceAll(/[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}]*\p{L})|:(?=[^\s\d])|@(?=\S)/gu, '$& ')

/** A whole phrase, or a value to put into one. */
export type Given = string | Phrase

/** A sentence that names people (see `person`), or other values that nobody could type. */
export const naming = (words: TemplateStringsArray, ...given: readonly Given[]): Phrase =>
  words.flatMap((word, at) => {
    const value = given[at]
    if (value === undefined) return [word]
    return [word, ...(typeof value === 'string' ? [{ given: value }] : value)]
  })

/**
 * Takes what people typed: without links, and with a text direction of its own in HTML. Plain text has no isolation, so sentences
 * must quote their values.
 */
export const phrase = (words: TemplateStringsArray, ...typed: readonly Given[]): Phrase =>
  naming(words, ...typed.map((value) => (typeof value === 'string' ? unlinked(value) : value)))

type Facts = readonly (readonly [label: string, value: string | Phrase])[]

export type Letter = {
  readonly language: 'de' | 'en'
  /** The category, above the title. */
  readonly kind?: string
  readonly title: string | Phrase
  /** Plain text; line breaks are kept. */
  readonly paragraphs: readonly (string | Phrase)[]
  /** Label and value. */
  readonly facts?: Facts
  /** Several tables, each with a heading. A line break in a value becomes a dot in plain text. */
  readonly lists?: readonly { readonly heading: Phrase; readonly facts: Facts }[]
  /** Below them. */
  readonly more?: string
  readonly action?: { readonly label: string; readonly url: string }
  /** Below the button. */
  readonly note?: string
  /** Small print. By default it says that an unrequested mail can be ignored. */
  readonly footer?: readonly string[]
  /** Below the small print. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

/** Content id of the logo, which the sender attaches. */
export const MARK = 'mark'

const wording = {
  de: {
    quotes: ['„', '“'],
    unasked: 'Sie haben das nicht angefordert? Dann können Sie diese E-Mail ignorieren.',
    link: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
    sender: `Diese E-Mail hat ${PRODUCT} automatisch verschickt.`,
  },
  en: {
    quotes: ['“', '”'],
    unasked: 'If you did not request this, you can ignore this e-mail.',
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

/** Removes control characters (except line breaks) and characters that change the text direction. */
const printable = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}|\p{Bidi_C}/gu, ' ')

const escape = (text: string): string =>
  printable(text)
    .replaceAll(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll('\n', '<br>')

const partsOf = (paragraph: string | Phrase): Phrase =>
  typeof paragraph === 'string' ? [paragraph] : paragraph

export const plain = (paragraph: string | Phrase): string =>
  partsOf(paragraph)
    .map((part) => (typeof part === 'string' ? part : part.given))
    .join('')

const isolated = (paragraph: string | Phrase): string =>
  partsOf(paragraph)
    .map((part) => (typeof part === 'string' ? escape(part) : `<bdi dir="auto">${escape(part.given)}</bdi>`))
    .join('')

/** Quotes values outside of sentences. */
const quoted = (language: Letter['language'], value: string | Phrase): string => {
  const [before, after] = wording[language].quotes
  return partsOf(value)
    .map((part) => {
      if (typeof part === 'string') return part
      return part.isPerson ? part.given : `${before}${part.given}${after}`
    })
    .join('')
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const LIGHT = {
  bg: '#f6f7f9',
  card: '#ffffff',
  line: '#e4e8ee',
  ink: '#0f1b2d',
  ink2: '#47556a',
  ink3: '#5f6c80',
  link: '#0d5f38',
  button: '#137a48',
}

/** Less padding on narrow screens, and each value below its label: beside it an address would break within its words. */
const narrowStyle = `
@media (max-width: 480px) {
  .card { padding: 24px 20px !important }
  .label, .value { display: block !important; width: auto !important }
  .label { padding-bottom: 0 !important }
  .value { padding-top: 0 !important; border-top: 0 !important }
}`
/** For mail programs with dark mode. The others use the inline light colours. */
const darkStyle = `
@media (prefers-color-scheme: dark) {
  .bg { background: #0b1019 !important }
  .card { background: #121a27 !important; border-color: #232f42 !important }
  .line { border-color: #232f42 !important }
  .ink { color: #e9eef6 !important }
  .ink2 { color: #aab6c8 !important }
  .ink3 { color: #8e9bb0 !important }
  .link { color: #7ddcab !important }
  .button { background: #45c184 !important }
  .button-text { color: #03210f !important }
}`

type Ink = 'ink' | 'ink2' | 'ink3'
/** `font`: e.g. `600 24px/32px`. Breaks words that are wider than a phone. */
const styled = (ink: Ink, font: string, more = ''): string =>
  `class="${ink}" style="margin:0;font:${font} ${FONT};color:${LIGHT[ink]};word-break:break-word;${more}"`

const paragraph = (text: string | Phrase): string =>
  `<p ${styled('ink', '400 16px/24px', 'margin-top:12px')}>${isolated(text)}</p>`

const factRow = ([label, value]: Facts[number], at: number): string => {
  const line = at > 0 ? `border-top:1px solid ${LIGHT.line};` : ''
  const cell = (ink: Ink, weight: number, padding: string) =>
    `class="${ink} line ${ink === 'ink' ? 'value' : 'label'}" style="${line}padding:${padding};vertical-align:top;font:${weight} 15px/22px ${FONT};color:${LIGHT[ink]};`
  return `<tr><td ${cell('ink2', 400, '10px 12px 10px 0')}width:112px">${escape(label)}</td>
<td ${cell('ink', 500, '10px 0')}word-break:break-word">${isolated(value).replaceAll('@', '@<wbr>')}</td></tr>`
}

const factTable = (facts: Facts): string => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0">
${facts.map(factRow).join('\n')}</table>`

const listOf = ({ heading, facts }: NonNullable<Letter['lists']>[number]): string =>
  `<h2 ${styled('ink', '600 17px/24px', 'margin-top:28px')}>${isolated(heading)}</h2>${factTable(facts)}`

const button = ({ label, url }: NonNullable<Letter['action']>): string => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr>
<td class="button" bgcolor="${LIGHT.button}" style="border-radius:8px;background:${LIGHT.button}">
<a class="button-text" href="${escape(url)}" style="display:inline-block;padding:12px 24px;font:600 16px/24px ${FONT};color:#ffffff;text-decoration:none">${escape(label)}</a>
</td></tr></table>`

const smallLink = ({ label, url }: NonNullable<Letter['unsubscribe']>): string =>
  `<p ${styled('ink3', '400 13px/20px')}><a class="ink3" href="${escape(url)}" style="color:${LIGHT.ink3}">${escape(label)}</a></p>`

const wholeLink = ({ url }: NonNullable<Letter['action']>, hint: string): string =>
  `<p ${styled('ink3', '400 13px/20px', 'margin-top:20px')}>${escape(hint)}
<a class="link" href="${escape(url)}" style="color:${LIGHT.link};word-break:break-all">${escape(url)}</a></p>`

type Printed = Letter & { readonly smallPrint: readonly string[] }

const linesOf = (language: Letter['language'], facts: Facts): string =>
  facts.map(([label, value]) => `${label}: ${quoted(language, value).replaceAll('\n', ' · ')}`).join('\n')

const plainBody = ({ language, facts = [], lists = [], action, unsubscribe, ...given }: Printed): string => {
  const parts = [
    given.kind,
    quoted(language, given.title),
    ...given.paragraphs.map(plain),
    facts.length > 0 ? linesOf(language, facts) : undefined,
    ...lists.map((list) => `${quoted(language, list.heading)}\n${linesOf(language, list.facts)}`),
    given.more,
    action && `${action.label}:\n${action.url}`,
    given.note,
    `-- \n${[...given.smallPrint, ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : [])].join('\n')}`,
  ]
  return `${printable(parts.filter((part) => part !== undefined).join('\n\n'))}\n`
}

const shown = <T>(value: T | undefined, html: (given: T) => string): string =>
  value === undefined ? '' : html(value)

const htmlBody = ({ language, kind, title, facts = [], lists = [], action, ...given }: Printed): string =>
  `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(plain(title))}</title><style>:root { color-scheme: light dark }${narrowStyle}${darkStyle}</style></head>
<body class="bg" style="margin:0;padding:0;background:${LIGHT.bg}">
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.bg}"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:568px"><tr>
<td style="padding:0 4px 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td><img src="cid:${MARK}" width="32" height="32" alt="" style="display:block;border:0"></td>
<td ${styled('ink', '600 17px/32px', 'padding-left:10px')}>${PRODUCT}</td></tr></table></td></tr><tr>
<td class="card" style="padding:32px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px">
${shown(kind, (text) => `<p ${styled('ink2', '500 14px/20px', 'margin-bottom:6px')}>${escape(text)}</p>`)}
<h1 ${styled('ink', '600 24px/32px')}>${isolated(title)}</h1>
${given.paragraphs.map(paragraph).join('\n')}${facts.length > 0 ? factTable(facts) : ''}
${lists.map(listOf).join('\n')}${shown(given.more, paragraph)}${shown(action, button)}
${shown(given.note, (text) => `<p ${styled('ink2', '400 14px/20px', 'margin-top:16px')}>${escape(text)}</p>`)}
${shown(action, (link) => wholeLink(link, wording[language].link))}
</td></tr><tr>
<td style="padding:20px 4px 0">${given.smallPrint.map((line) => `<p ${styled('ink3', '400 13px/20px', 'margin-bottom:8px')}>${escape(line)}</p>`).join('\n')}
${shown(given.unsubscribe, smallLink)}</td></tr></table>
</td></tr></table></body></html>`

/** Renders both bodies of a mail. Escapes all values, and loads nothing: the attached logo is the only picture. */
export const letter = (given: Letter): { text: string; html: string } => {
  const { unasked, sender } = wording[given.language]
  const printed = { ...given, smallPrint: [...(given.footer ?? [unasked]), sender] }
  return { text: plainBody(printed), html: htmlBody(printed) }
}
