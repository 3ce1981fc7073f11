import { useState } from 'react'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArrowIcon, DownIcon, PhoneIcon } from '../shared/icons.tsx'
import { Initials } from '../shared/Initials.tsx'
import { logOut } from '../shared/log-out.ts'
import { paths } from '../shared/paths.ts'
import { useText } from '../shared/texts/common.ts'
import { setLanguage, useLanguage } from '../shared/texts/language.ts'
import { setThemeMode, useThemeMode } from '../shared/theme-mode.ts'
import { appTexts } from './texts.ts'

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const
const MODES = ['system', 'light', 'dark'] as const

/** A full load of the start page forgets everything that this session had read. */
const leave = async (): Promise<void> => {
  await logOut()
  location.assign(paths.landing)
}

export const HeaderMenu = ({ email }: { readonly email: string | null }) => {
  const text = appTexts.use()
  const common = useText()
  const language = useLanguage()
  const mode = useThemeMode()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
        <span className="me-address one-line">{email}</span>
        <Initials email={email} kind="own" />
        <DownIcon />
        <span className="visually-hidden">{text.menu}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': 'header-menu-button' } }}
      >
        {email && (
          <li role="presentation" className="menu-head">
            {email}
          </li>
        )}
        <MenuItem component="a" href={`${paths.phone}/device`}>
          <PhoneIcon />
          {text.phone}
        </MenuItem>
        <Divider role="separator" component="li" />
        <ListSubheader role="presentation">{common.language}</ListSubheader>
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
        <ListSubheader role="presentation">{common.theme.title}</ListSubheader>
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
        <MenuItem onClick={() => void leave()}>
          <ArrowIcon />
          {common.logout}
        </MenuItem>
      </Menu>
    </>
  )
}
