import type { Reply } from '#contract/endpoint.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { changeChallenge } from '#contract/workspaces/changes.ts'
import { typedText } from '#contract/typed-text.ts'
import { differencesBetween } from '../sign-in/signable.ts'

/** Every text in a value, however deep. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * Rebuilds the content of an approval from the change as it is shown and compares it with the server's. Returns the names of everything
 * that differs. Sign only if there are none.
 */
export const changeDifferences = async (
  shown: Change,
  approverId: string,
  prepared: Reply<typeof changeChallenge>,
): Promise<readonly string[]> => {
  // Invisible characters would be signed too and can change how a text reads. Our server never sends them.
  const unlike = shown.changes.filter(({ before, after }) =>
    textsIn([before, after]).some((text) => typedText(text) !== text),
  )
  if (unlike.length > 0) return unlike.map(({ field }) => field)
  const { id: changeId, workspaceId, requestedBy, expiresAt } = shown
  const seen = { changeId, workspaceId, requestedBy: requestedBy.participantId, approverId, expiresAt }
  return differencesBetween(
    {
      v: 1,
      kind: 'change',
      ...seen,
      changeHash: await changeHash(shown, prepared.textSalt),
      nonce: prepared.content.nonce,
    },
    prepared,
  )
}
