import { canonicalText, hashOfText } from '../requests/signing.ts'
import type { Change } from './change.ts'

/**
 * The `changeHash` in the signed content. `salt` is the `textSalt` of the challenge: null unless the change names an address that is
 * not yet a participant's,
 * or a call-back number, the name of a group or a kind of request.
 */
export const changeHash = (
  { action, target: { kind, id }, changes }: Pick<Change, 'action' | 'target' | 'changes'>,
  salt: string | null,
): Promise<string> => hashOfText(canonicalText({ action, changes, salt, target: { id, kind } }))
