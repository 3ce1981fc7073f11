import {
  buildReadModel,
  promoteReadModel,
  retireReadModel,
  retryReadModel,
  rollBackReadModel,
  type ReadModelBuild,
} from '#contract/operations.ts'

/** What can be done with builds, by the names of the command line. */
export const STEPS = {
  build: buildReadModel,
  promote: promoteReadModel,
  rollback: rollBackReadModel,
  retire: retireReadModel,
  retry: retryReadModel,
} as const
export type Step = keyof typeof STEPS

const isRead = ({ state }: ReadModelBuild): boolean => state === 'active' || state === 'held'

/** What a build lets one do, and by which name. What cannot be done now is refused by the server, which says why. */
export const stepsOf = (
  build: ReadModelBuild,
  all: readonly ReadModelBuild[],
): readonly { readonly step: Step; readonly name: string }[] => {
  const ofModel = (step: Step) => ({ step, name: build.model })
  const ofBuild = (step: Step) => ({ step, name: build.build })
  if (!isRead(build))
    return build.state === 'previous'
      ? [ofModel('rollback'), ofBuild('retire')]
      : [ofBuild('promote'), ofBuild('retire')]
  const hasPrevious = all.some(({ model, state }) => model === build.model && state === 'previous')
  return [
    ofModel('build'),
    ...(hasPrevious ? [ofModel('rollback')] : []),
    ...(build.parked > 0 ? [ofModel('retry')] : []),
  ]
}

/** Whether something of them goes on by itself. */
export const areUnderWay = ({ items }: { readonly items: readonly ReadModelBuild[] }): boolean =>
  items.some(({ state, promotes }) => state === 'building' || promotes)
