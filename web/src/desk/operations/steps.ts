import {
  buildReadModel,
  promoteReadModel,
  retireReadModel,
  retryReadModel,
  rollBackReadModel,
  type ReadModelBuild,
} from '#contract/operations.ts'

/** The steps for builds, with the names of the command line. */
export const STEPS = {
  build: buildReadModel,
  promote: promoteReadModel,
  rollback: rollBackReadModel,
  retire: retireReadModel,
  retry: retryReadModel,
} as const
export type Step = keyof typeof STEPS

const isRead = ({ state }: ReadModelBuild): boolean => state === 'active' || state === 'held'

/** The steps that a build offers, and the name to pass. The server refuses impossible steps with a reason. */
export const stepsOf = (
  build: ReadModelBuild,
  all: readonly ReadModelBuild[],
): readonly { readonly step: Step; readonly name: string }[] => {
  const ofModel = (step: Step) => ({ step, name: build.model })
  const ofBuild = (step: Step) => ({ step, name: build.build })
  if (!isRead(build)) {
    const isFollowed = all.some((one) => isRead(one) && one.follows === build.build)
    return [isFollowed ? ofModel('rollback') : ofBuild('promote'), ofBuild('retire')]
  }
  const hasPrevious = all.some((one) => one.build === build.follows && one.state === 'previous')
  return [
    ofModel('build'),
    ...(hasPrevious ? [ofModel('rollback')] : []),
    ...(build.parked > 0 ? [ofModel('retry')] : []),
  ]
}

/** Whether one of the builds changes without the reader. */
export const areUnderWay = ({ items }: { readonly items: readonly ReadModelBuild[] }): boolean =>
  items.some(({ state, promotes }) => state === 'building' || promotes)
