import { Rejected } from '#contract/errors.ts'

/** The last row of a page: the next page starts after `key`, then `id`. */
export type Keyset = { readonly key: string | null; readonly id: string }
/** A keyset of a list that is ordered by time. */
export type TimeKeyset = { readonly createdAt: Date; readonly id: string }
export type Page<T> = { readonly items: T[]; readonly nextCursor: string | null }

const KEYSET = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (.*))?$/su
const TIME = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const refused = (): Rejected =>
  new Rejected('input.invalid', [{ field: 'cursor', problem: 'is not a cursor' }])

export const cursorOf = ({ key, id }: Keyset): string =>
  Buffer.from(key === null ? id : `${id} ${key}`).toString('base64url')

/** Throws `input.invalid` for a cursor that `cursorOf` never made, or with a key that no column can hold. */
export const keysetOf = (cursor: string): Keyset => {
  const [, id, key = null] = KEYSET.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  // Base64 decoding is lenient, so compare with the canonical cursor.
  if (!id || key?.includes('\0') || cursorOf({ key, id }) !== cursor) throw refused()
  return { key, id }
}

/** Parses the time of a cursor. Throws `input.invalid`. */
export const timeOf = (text: string | null): Date => {
  if (text === null || !TIME.test(text) || Number.isNaN(Date.parse(text))) throw refused()
  return new Date(text)
}

/** Throws `input.invalid`, also for a cursor of another list. */
export const timeKeysetOf = (cursor: string): TimeKeyset => {
  const { key, id } = keysetOf(cursor)
  return { createdAt: timeOf(key), id }
}

/** A keyset of a list with several orders, and the order of the cursor. */
export type OrderedKeyset = { readonly order: string; readonly key: string; readonly id: string }

/** `order` must not contain spaces. */
export const inOrder = (
  order: string,
  { key, id }: { readonly key: string; readonly id: string },
): Keyset => ({
  key: `${order} ${key}`,
  id,
})

/** Throws `input.invalid`, also for a cursor of another list or, if `order` is given, of another order. */
export const orderedKeysetOf = (cursor: string, order?: string): OrderedKeyset => {
  const { key, id } = keysetOf(cursor)
  const [, found, rest] = /^(\S+) (.*)$/su.exec(key ?? '') ?? []
  if (found === undefined || rest === undefined || (order ?? found) !== found) throw refused()
  return { order: found, key: rest, id }
}

/** Makes a page of `rows`. Query one row more than `limit` to find out whether more follow. */
export const page = <R, T>(
  rows: readonly R[],
  limit: number,
  { keyset, shape }: { readonly keyset: (row: R) => Keyset; readonly shape: (row: R) => T },
): Page<T> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(shape),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(keyset(last)) : null,
  }
}

export const byTime = (row: { readonly created_at: Date | string; readonly id: string }): Keyset => ({
  key: new Date(row.created_at).toISOString(),
  id: row.id,
})
