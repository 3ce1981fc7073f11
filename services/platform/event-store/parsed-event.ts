import type { JsonObject, Position, StoredEvent } from './event-store.ts'

type Texts = { readonly data: string; readonly metadata: string }
type Place = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision'> & { readonly position: Position }

/** An event that remembers the texts it was parsed from. Copies of it do not. */
class ParsedEvent implements StoredEvent {
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: StoredEvent['metadata']
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly #texts: Texts
  /** Who has found that its MAC fits. */
  #checkedBy: object | undefined

  constructor({ id, type, stream, revision, position }: Place, texts: Texts) {
    this.id = id
    this.type = type
    this.data = JSON.parse(texts.data) as JsonObject
    this.metadata = JSON.parse(texts.metadata) as StoredEvent['metadata']
    this.stream = stream
    this.revision = revision
    this.position = position
    this.#texts = texts
  }

  static isCheckedBy(event: object, checker: object): boolean {
    return #texts in event && event.#checkedBy === checker
  }

  static noteCheckedBy(event: object, checker: object): void {
    if (#texts in event) event.#checkedBy = checker
  }

  static textsOf(event: object): Texts | undefined {
    return #texts in event ? event.#texts : undefined
  }
}

/** Parses an event that a store keeps as text. */
export const parseEvent = (place: Place, texts: Texts): StoredEvent => new ParsedEvent(place, texts)

/** The texts that the store holds for this event, if it was parsed here: they need not be made again to check its MAC. */
export const textsOf = (event: object): Texts | undefined => ParsedEvent.textsOf(event)

/** Whether this checker has noted that the MAC of this event, which was parsed here, fits. Several parts of a process decode the same event. */
export const isCheckedBy = (event: object, checker: object): boolean =>
  ParsedEvent.isCheckedBy(event, checker)
export const noteCheckedBy = (event: object, checker: object): void =>
  ParsedEvent.noteCheckedBy(event, checker)
