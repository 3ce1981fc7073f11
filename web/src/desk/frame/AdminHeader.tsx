import { useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router-dom'
import { currentUser } from '#contract/accounts/users.ts'
import { PRODUCT } from '#contract/common.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { Mark } from '#shared/parts/icons.tsx'
import { OverviewIcon } from '#shared/parts/more-icons.tsx'
import { Link, NavLink } from '#shared/parts/Link.tsx'
import { paths, workspacePath } from '#shared/paths.ts'
import { Tag } from '#shared/parts/Tag.tsx'
import { useText } from '#shared/texts/common.ts'
import { useRole } from '#shared/session/use-role.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { InboxLink } from './InboxLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { appTexts } from './texts.ts'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'

/** Until the account is read. */
const NOBODY = { email: null }

export const AdminHeader = () => {
  const text = appTexts.use()
  const user = useQuery({ ...endpointQuery(currentUser), staleTime: 300_000 })
  const workspaceId = useMatch(`${paths.workspace}/*`)?.params.id
  const role = useRole()
  const isAdmin = role === 'admin'
  const isSuperAdmin = role === 'super admin'
  return (
    <header className="desk-header">
      <Link to={isSuperAdmin ? paths.superAdmin : paths.workspaces} className="brand">
        <Mark />
        <span className="brand-name">{PRODUCT}</span>
      </Link>
      {isSuperAdmin ? (
        <SuperAdminPart />
      ) : (
        <nav aria-label={text.breadcrumb} className="breadcrumb">
          {isAdmin && (
            <ol>
              <li>
                <Link to={paths.workspaces} className="desk-link">
                  {text.dashboard}
                </Link>
              </li>
              {workspaceId && <WorkspaceSwitcher key={workspaceId} id={workspaceId} />}
            </ol>
          )}
        </nav>
      )}
      {(isAdmin || isSuperAdmin) && <SearchButton />}
      {isAdmin && workspaceId && <OverviewLink workspaceId={workspaceId} />}
      {isAdmin && <InboxLink />}
      <HeaderMenu of={user.data ?? NOBODY} />
    </header>
  )
}

const OverviewLink = ({ workspaceId }: { readonly workspaceId: string }) => (
  <NavLink to={`${workspacePath(workspaceId)}/overview`} className="desk-link desk-link-strong">
    <OverviewIcon />
    <span className="link-word">{appTexts.use().overview}</span>
  </NavLink>
)

/** Marks the header of a super admin, with links to their two pages. */
const SuperAdminPart = () => {
  const text = appTexts.use()
  const common = useText()
  return (
    <div className="breadcrumb super-admin-part">
      <Tag tone="selected">{common.roles['super admin']}</Tag>
      <nav aria-label={text.superAdmin.label}>
        <NavLink to={paths.superAdmin} className="desk-link">
          {text.superAdmin.workspaces}
        </NavLink>
        <NavLink to={paths.readModels} className="desk-link">
          {text.superAdmin.readModels}
        </NavLink>
      </nav>
    </div>
  )
}
