import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { listReadModels, type ReadModelBuild } from '#contract/operations.ts'
import { isApiError } from '#shared/api-error.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { STEPS, type Step } from './steps.ts'
import { readModelTexts } from './texts.ts'

export type StepRequest = { readonly step: Step; readonly name: string; readonly model: string }
type Props = { readonly request: StepRequest; readonly onClose: () => void }
type Builds = Reply<typeof listReadModels>

/** Replaces the builds of a model with those after a step. */
const replaced = ({ items }: Builds, model: string, after: readonly ReadModelBuild[]): Builds => ({
  items: [...items.filter((build) => build.model !== model), ...after].toSorted((a, b) =>
    a.model < b.model ? -1 : a.model > b.model ? 1 : 0,
  ),
})

/** Asks before a step, and shows why it was refused. */
export const StepDialog = ({ request: { step, name, model }, onClose }: Props) => {
  const text = readModelTexts.use().steps[step]
  const client = useQueryClient()
  const { queryKey } = endpointQuery(listReadModels)
  const command = useCommand(STEPS[step], {
    onSuccess: async ({ items }) => {
      // The live stream does not report builds, so the page shows those of the response.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => before && replaced(before, model, items))
      showToast({ message: text.done, severity: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={text.question(name)}
      submit={text.verb}
      isDangerous={step === 'retire'}
      isPending={command.isPending}
      error={command.error}
      onSubmit={() => command.mutate({ params: { name } })}
      onClose={onClose}
    >
      <p>{text.text}</p>
      {isApiError(command.error, 'read-model.refused') &&
        command.error.details.map(({ problem }) => <p key={String(problem)}>{String(problem)}</p>)}
    </ConfirmDialog>
  )
}
