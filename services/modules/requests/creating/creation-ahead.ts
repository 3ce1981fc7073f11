import type { ReadAhead } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { kindDecider } from '#modules/requests/kinds/kind.decider.ts'
import { kindsStream } from '#modules/requests/kinds/kind.events.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'

/** The id of a request that was not prepared. */
export const unpreparedId = (commandId: string): string => derivedId(commandId, 'request')

/** The streams of a creation. A request that was prepared has another id, and its stream is read later. */
export const creationAhead: ReadAhead = ({ params, commandId }) => [
  { fold: workspaceFold, stream: workspaceStream(params['id']!) },
  { fold: kindDecider, stream: kindsStream(params['id']!) },
  { fold: requestDecider, stream: requestStream(unpreparedId(commandId)) },
]
