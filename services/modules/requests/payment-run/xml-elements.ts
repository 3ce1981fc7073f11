import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { UnreadableRun } from './unreadable-run.ts'

export type XmlElement = {
  readonly name: string
  /** `PmtInf[2]/CdtTrfTxInf[14]/Amt`: from below the message, with places where there may be several. */
  readonly path: string
  readonly attributes: ReadonlyMap<string, string>
  /** Empty if it has elements. */
  readonly text: string
  readonly children: readonly XmlElement[]
}
type Open = {
  readonly name: string
  readonly path: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  readonly counts: Map<string, number>
  text: string
  isCommented: boolean
}
type Reading = {
  /** Throws for a root that is not to be read. */
  readonly root: (name: string, uri: string) => void
  /** Takes an element that is whole; one that is taken stays in no memory. */
  readonly take: (element: XmlElement) => boolean
  /** Whether an element may stand several times in its parent. */
  readonly isRepeated: (name: string, parent: string) => boolean
}

/** The deepest place of a payment is about 14. */
const MAX_DEPTH = 20
const MAX_ATTRIBUTES = 20
const MAX_ATTRIBUTE = 1_000
/** Of an element or an attribute. */
const MAX_NAME = 100
const MAX_TEXT = 2_000
/** That are held at the same time. A payment with all its remittance information has some hundred. */
const MAX_HELD = 5_000
const BLANK = /^[\t\n\r ]*$/
/** The root and the message in it are in every path, so they are left out. */
const UNNAMED = 2

const numbered = (path: string, name: string, place: number | null): string =>
  `${path}${path && '/'}${name}${place === null ? '' : `[${place}]`}`

const PLACED = new Set(['PmtInf', 'CdtTrfTxInf'])

/** What happens at each mark of a document, which it checks on the way. */
const collector = ({ root, take, isRepeated }: Reading) => {
  const open: Open[] = []
  let uri = ''
  let held = 0
  const here = (): string => open.at(-1)?.path || open.at(-1)?.name || 'Document'
  const fail = (fault: ConstructorParameters<typeof UnreadableRun>[1], at = here()): never => {
    throw new UnreadableRun(at, fault)
  }

  const pathOf = (name: string): string => {
    const parent = open.at(-1)
    if (!parent) return ''
    const place = (parent.counts.get(name) ?? 0) + 1
    parent.counts.set(name, place)
    const path = open.length < UNNAMED ? '' : numbered(parent.path, name, PLACED.has(name) ? place : null)
    if (place > 1 && !isRepeated(name, parent.name)) fail('twice', path || name)
    return path
  }

  return {
    fail,
    start(name: string, of: string, attributes: Map<string, string>): void {
      if (open.length === 0) {
        root(name, of)
        uri = of
      }
      if (name.length > MAX_NAME) fail('length')
      if (of !== uri) fail('foreign', numbered(open.at(-1)?.path ?? '', name, null))
      if (open.length >= MAX_DEPTH) fail('depth')
      held += 1
      if (held > MAX_HELD) fail('many')
      const path = pathOf(name)
      open.push({ name, path, attributes, children: [], counts: new Map(), text: '', isCommented: false })
    },
    text(text: string): void {
      const element = open.at(-1)
      if (!element) return
      element.text += text
      if (element.text.length > MAX_TEXT && !BLANK.test(element.text)) fail('length')
    },
    comment(): void {
      const element = open.at(-1)
      if (element) element.isCommented = true
    },
    end(): void {
      const { name, path, attributes, children, text, counts, isCommented } = open.at(-1)!
      // Readers disagree on what a text is that a comment divides.
      if ((counts.size > 0 || isCommented) && !BLANK.test(text)) fail('mixed')
      open.pop()
      const element = { name, path, attributes, text: counts.size > 0 ? '' : text, children }
      if (!take(element)) open.at(-1)?.children.push(element)
      else held -= heldIn(element)
    },
  }
}

const heldIn = (element: XmlElement): number =>
  1 + element.children.reduce((sum, child) => sum + heldIn(child), 0)

/**
 * Reads a document (XML 1.0) without document type, entities of its own, processing instructions and other namespaces, and hands over
 * each element that is whole. Throws `UnreadableRun` at the first mark that is not as it must be. Others have their turn in between.
 */
export const readXml = async (texts: AsyncIterable<string>, reading: Reading): Promise<void> => {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const marks = collector(reading)
  let attributes = 0
  parser.on('error', () => marks.fail('syntax', `line ${parser.line}`))
  parser.on('xmldecl', ({ version }) => void (version === '1.0' || marks.fail('syntax', 'line 1')))
  parser.on('doctype', () => marks.fail('doctype', `line ${parser.line}`))
  parser.on('processinginstruction', () => marks.fail('instruction'))
  parser.on('comment', marks.comment)
  parser.on('text', marks.text)
  parser.on('cdata', marks.text)
  parser.on('opentagstart', () => void (attributes = 0))
  parser.on('attribute', ({ name, value }) => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) marks.fail('many')
    if (name.length > MAX_NAME || value.length > MAX_ATTRIBUTE) marks.fail('length')
  })
  parser.on('opentag', ({ local, uri, attributes: all }) => {
    const own = Object.values(all).filter(({ prefix }) => prefix === '')
    marks.start(local, uri, new Map(own.map(({ local: name, value }) => [name, value])))
  })
  parser.on('closetag', marks.end)
  for await (const text of texts) {
    parser.write(text)
    await setImmediate()
  }
  parser.close()
}
