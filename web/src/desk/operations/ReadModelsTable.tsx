import { useMemo } from 'react'
import type { ReadModelBuild } from '#contract/operations.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { buildColumns, type BuildRow } from './build-columns.tsx'
import type { StepRequest } from './StepDialog.tsx'
import { stepsOf } from './steps.ts'
import { readModelTexts } from './texts.ts'

type Props = {
  readonly builds: readonly ReadModelBuild[]
  /** The same function as long as nothing in it changes. */
  readonly onStep: (request: StepRequest) => void
}

const idOf = ({ build }: BuildRow): string => build.build

/** One row for each build. The builds of a model follow each other. */
export const ReadModelsTable = ({ builds, onStep }: Props) => {
  const text = readModelTexts.use()
  const language = useLanguage()
  const columns = useMemo(() => buildColumns({ text, language, onStep }), [text, language, onStep])
  const rows = useMemo(() => builds.map((build) => ({ build, steps: stepsOf(build, builds) })), [builds])
  return <ListTable name="builds" caption={text.caption} columns={columns} rows={rows} idOf={idOf} />
}
