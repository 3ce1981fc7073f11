import { Rejected } from '#contract/errors.ts'

/** Where a page of a list goes on: behind this one, in the order of `createdAt`, then `id`. */
export type Place = { readonly createdAt: Date; readonly id: string }

const PLACE = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const cursorOf = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

/** Throws `input.invalid` for what `cursorOf` never made. */
export const placeOf = (cursor: string): Place => {
  const [, time, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!time || !id || !UUID.test(id) || Number.isNaN(Date.parse(time)))
    throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is no cursor' }])
  return { createdAt: new Date(time), id }
}
