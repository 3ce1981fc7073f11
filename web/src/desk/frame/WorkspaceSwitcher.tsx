import { useState } from 'react'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { getWorkspace, relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { SwitchIcon } from '#shared/parts/more-icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { workspacePath } from '#shared/paths.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { appTexts } from './texts.ts'

/** Shows the open workspace and a menu of the others that the reader administrates. */
export const WorkspaceSwitcher = ({ id }: { readonly id: string }) => {
  const text = appTexts.use()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = useQuery(endpointQuery(getWorkspace, { params: { id } }))
  const all = useQuery({
    ...endpointQuery(relatedWorkspaces, { query: { limit: 100 } }),
    enabled: anchor !== null,
  })
  const close = (): void => setAnchor(null)
  if (!open.data) return null
  const others = all.data?.userWorkspaces.filter(({ role, active }) => role === 'admin' && active) ?? []
  return (
    <li aria-current="page">
      <Button
        id="workspace-switcher"
        className="workspace-switcher"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="one-line">
          <UserText>{open.data.name ?? text.nameless}</UserText>
        </span>
        <SwitchIcon />
        <span className="visually-hidden">{text.switchWorkspace}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null && all.data !== undefined}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': 'workspace-switcher' } }}
      >
        {others.map((workspace) => (
          <MenuItem
            key={workspace.id}
            component={Link}
            to={workspacePath(workspace.id)}
            selected={workspace.id === id}
            onClick={close}
          >
            <span className="one-line">
              <UserText>{workspace.name ?? text.nameless}</UserText>
            </span>
          </MenuItem>
        ))}
      </Menu>
    </li>
  )
}
