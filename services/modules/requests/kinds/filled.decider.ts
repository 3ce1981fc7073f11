import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf, FilledKind } from '#modules/requests/request.state.ts'

/** What a request of a kind says beside its creation. */
export const filledIn = (
  filled: FilledKind | null,
  of: Pick<DataOf<'FieldsFilled'>, 'requestId' | 'workspaceId'>,
): RequestEvent[] => {
  if (filled === null) return []
  const { kindId, kindVersion, kind, fields } = filled
  return [
    { type: 'FieldsFilled', data: { ...of, kindId, kindVersion, filled: { kind, fields: [...fields] } } },
  ]
}
