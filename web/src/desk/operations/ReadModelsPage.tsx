import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listReadModels } from '#contract/operations.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { polledWhile } from '#shared/reads/polling.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { ReadModelsTable } from './ReadModelsTable.tsx'
import { StepDialog, type StepRequest } from './StepDialog.tsx'
import { areUnderWay } from './steps.ts'
import { readModelTexts } from './texts.ts'
import './read-models.css'

/** Lists the builds of read models with their progress and actions. */
export const ReadModelsPage = () => {
  const text = readModelTexts.use()
  const [request, setRequest] = useState<StepRequest | null>(null)
  const query = useQuery({ ...endpointQuery(listReadModels), ...polledWhile(areUnderWay) })
  return (
    <div className="wrap read-models-page">
      <PageTitle>{text.title}</PageTitle>
      <p className="muted">{text.lead}</p>
      <QueryStates query={query} label={text.loading} />
      {query.data?.items.length === 0 && <p className="card empty">{text.none}</p>}
      {query.data && query.data.items.length > 0 && (
        <ReadModelsTable builds={query.data.items} onStep={setRequest} />
      )}
      {request && <StepDialog request={request} onClose={() => setRequest(null)} />}
    </div>
  )
}
