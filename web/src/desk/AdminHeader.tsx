import { useQuery } from '@tanstack/react-query'
import { Link, useMatch } from 'react-router-dom'
import { PRODUCT } from '#contract/common.ts'
import { currentUser } from '#contract/users.ts'
import { getWorkspace } from '#contract/workspaces.ts'
import { endpointQuery } from '../shared/api.ts'
import { paths } from '../shared/paths.ts'
import { readRole } from '../shared/session.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { appTexts } from './texts.ts'
import { Typed } from '../shared/Typed.tsx'

export const AdminHeader = () => {
  const text = appTexts.use()
  const user = useQuery({ ...endpointQuery(currentUser), staleTime: 300_000 })
  const isAdmin = readRole() === 'admin'
  return (
    <header className="admin-header">
      <Link to={paths.workspaces} className="public-brand">
        <img src="/icon.svg" alt="" width="36" height="36" />
        <span className="admin-brand-name">{PRODUCT}</span>
      </Link>
      {isAdmin && (
        <nav aria-label={text.breadcrumb} className="breadcrumb">
          <ol>
            <li>
              <Link to={paths.workspaces}>{text.dashboard}</Link>
            </li>
            <WorkspaceCrumb />
          </ol>
        </nav>
      )}
      <span className="admin-email">{user.data?.email}</span>
      <HeaderMenu email={user.data?.email ?? null} />
    </header>
  )
}

const WorkspaceCrumb = () => {
  const id = useMatch(paths.workspace)?.params.id
  const workspace = useQuery({
    ...endpointQuery(getWorkspace, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
  if (!id || !workspace.data?.name) return null
  return (
    <li aria-current="page">
      <Typed>{workspace.data.name}</Typed>
    </li>
  )
}
