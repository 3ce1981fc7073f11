import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useQuery } from '@tanstack/react-query'
import { listReadModels, type ReadModelBuild } from '#contract/operations.ts'
import { endpointQuery } from '../../shared/api.ts'
import { AlertIcon } from '../../shared/icons.tsx'
import { PageTitle } from '../../shared/PageTitle.tsx'
import { polled } from '../../shared/polling.ts'
import { QueryStates } from '../../shared/QueryStates.tsx'
import { Tag } from '../../shared/Tag.tsx'
import { superAdminTexts } from './texts.ts'
import './super-admin.css'

/** Where each read model is; what is done with them is done at the command line. */
export const SuperAdminPage = () => {
  const text = superAdminTexts.use()
  const query = useQuery({ ...endpointQuery(listReadModels), ...polled })
  return (
    <div className="wrap operation">
      <PageTitle>{text.title}</PageTitle>
      <p className="muted">{text.lead}</p>
      <QueryStates query={query} label={text.loading} />
      {query.data && (
        <div className="card">
          <Table>
            <caption className="visually-hidden">{text.caption}</caption>
            <TableHead>
              <TableRow>
                <TableCell>{text.columns.build}</TableCell>
                <TableCell>{text.columns.state}</TableCell>
                <TableCell align="right">{text.columns.behind}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {query.data.items.map((build) => (
                <BuildRow key={build.build} build={build} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </div>
  )
}

const BuildRow = ({ build }: { readonly build: ReadModelBuild }) => {
  const text = superAdminTexts.use()
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {build.build}
      </TableCell>
      <TableCell>
        {text.states[build.state]}
        {build.state === 'building' && ` (${text.share(Math.floor(build.share * 100))})`}
        {build.parked > 0 && (
          <Tag tone="warning" icon={<AlertIcon />}>
            {text.parked(build.parked)}
          </Tag>
        )}
      </TableCell>
      <TableCell align="right" className="numbers">
        {build.lagFacts}
      </TableCell>
    </TableRow>
  )
}
