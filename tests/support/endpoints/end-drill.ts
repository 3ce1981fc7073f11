import { drillDecider } from '#modules/requests/drills/drill.decider.ts'
import { drillStream } from '#modules/requests/drills/drill.events.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { randomUUID } from 'node:crypto'
import type { Product } from '../product/product.ts'

/** Ends the drill that runs in the workspace, if there is one, as if real call checks had overtaken it. */
export const endDrill = async (
  { platform, clock }: Pick<Product, 'platform' | 'clock'>,
  workspaceId: string,
): Promise<void> => {
  const { commands } = platform
  const target = { decider: drillDecider, stream: drillStream(workspaceId), workspaceId: null }
  const at = clock.now()
  const { latest } = (await commands.load(drillDecider, target.stream)).state
  if (!latest) return
  const userIds = latest.questions.map(({ userId }) => userId)
  const context = () => bySystem(randomUUID(), at)
  await commands.execute({ ...target, context: context(), command: { type: 'OvertakeDrill', userIds, at } })
  const end = { type: 'EndDrill', drillId: latest.drillId, at } as const
  await commands.execute({ ...target, workspaceId, context: context(), command: end })
}
