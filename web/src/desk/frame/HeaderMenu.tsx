import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArrowIcon, CrossIcon, DownIcon, PersonIcon, PhoneIcon } from '#shared/parts/icons.tsx'
import { ListIcon, InboxIcon } from '#shared/parts/more-icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText, type NamedPerson } from '#shared/parts/PersonText.tsx'
import { logOut } from '#shared/sign-in/log-out.ts'
import { paths } from '#shared/paths.ts'
import { useText } from '#shared/texts/common.ts'
import { setLanguage, useLanguage } from '#shared/texts/language.ts'
import { useRole } from '#shared/session/use-role.ts'
import { setThemeMode, useThemeMode } from '#shared/theme-mode.ts'
import { appTexts } from './texts.ts'

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const
const MODES = ['system', 'light', 'dark'] as const

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('../accounts/deletion/DeleteAccountDialog.tsx')).DeleteAccountDialog,
}))

export const HeaderMenu = ({ of }: { readonly of: NamedPerson }) => {
  const text = appTexts.use()
  const common = useText()
  const language = useLanguage()
  const mode = useThemeMode()
  const role = useRole()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const close = (): void => setAnchor(null)
  const choose = (act: () => void) => (): void => {
    act()
    close()
  }

  return (
    <>
      <Button
        id="header-menu-button"
        className="me"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="me-address one-line">{of.name || of.email}</span>
        <Initials {...of} kind="own" />
        <DownIcon />
        <span className="visually-hidden">{text.menu}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': 'header-menu-button' } }}
      >
        {of.email && (
          <li role="presentation" className="menu-head">
            <PersonText of={of} erased="" />
          </li>
        )}
        {role !== 'regular user' && (
          <MenuItem component={Link} to={paths.account} onClick={close}>
            <PersonIcon />
            {text.account}
          </MenuItem>
        )}
        {role === 'super admin' && [
          <MenuItem key="workspaces" component={Link} to={paths.superAdmin} onClick={close}>
            <ListIcon />
            {text.superAdmin.workspaces}
          </MenuItem>,
          <MenuItem key="read-models" component={Link} to={paths.readModels} onClick={close}>
            <InboxIcon />
            {text.superAdmin.readModels}
          </MenuItem>,
        ]}
        {role !== 'super admin' && (
          <MenuItem component="a" href={`${paths.phone}/device`}>
            <PhoneIcon />
            {text.phone}
          </MenuItem>
        )}
        <Divider role="separator" component="li" />
        <ListSubheader>{common.language}</ListSubheader>
        {LANGUAGES.map(([code, name]) => (
          <MenuItem
            key={code}
            lang={code}
            role="menuitemradio"
            aria-checked={code === language}
            selected={code === language}
            onClick={choose(() => setLanguage(code))}
          >
            {name}
          </MenuItem>
        ))}
        <ListSubheader>{common.theme.title}</ListSubheader>
        {MODES.map((name) => (
          <MenuItem
            key={name}
            role="menuitemradio"
            aria-checked={name === mode}
            selected={name === mode}
            onClick={choose(() => setThemeMode(name))}
          >
            {common.theme[name]}
          </MenuItem>
        ))}
        <Divider role="separator" component="li" />
        {role !== 'super admin' && (
          <MenuItem onClick={choose(() => setDeleting(true))}>
            <CrossIcon />
            {text.deleteUser}
          </MenuItem>
        )}
        <MenuItem onClick={() => void logOut()}>
          <ArrowIcon />
          {common.logout}
        </MenuItem>
      </Menu>
      {isDeleting && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}
