import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ArrowIcon } from '#shared/parts/icons.tsx'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'

type Opener = { readonly name: string; readonly children: (anchor: Element, close: () => void) => ReactNode }

/** A button that opens a floating part. */
const Opener = ({ name, children }: Opener) => {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      <Button variant="outlined" onClick={(event) => setAnchor(event.currentTarget)}>
        {name}
      </Button>
      {anchor && children(anchor, () => setAnchor(null))}
    </>
  )
}

const SEVERITIES = ['info', 'success', 'error'] as const

/** The floating parts, each behind a button. */
export const StyleguideFloats = () => (
  <div className="row">
    <Opener name="Menu">
      {(anchorEl, close) => (
        <Menu open anchorEl={anchorEl} onClose={close}>
          <ListSubheader>Language</ListSubheader>
          <MenuItem selected onClick={close}>
            English
          </MenuItem>
          <MenuItem onClick={close}>Deutsch</MenuItem>
          <Divider role="separator" component="li" />
          <MenuItem onClick={close}>
            <ArrowIcon />
            Logout
          </MenuItem>
        </Menu>
      )}
    </Opener>
    <Opener name="Dialog">
      {(_, close) => (
        <Dialog open onClose={close} aria-labelledby="styleguide-dialog">
          <DialogTitle id="styleguide-dialog">Leave Einkauf Werk Süd?</DialogTitle>
          <DialogContent>What you asked for is closed, and you see nothing of it any more.</DialogContent>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button variant="contained" color="error" onClick={close}>
              Leave
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Opener>
    <Opener name="Drawer">
      {(_, close) => (
        <SideDrawer title="Request approved" meta="22 Nov 2026, 14:32:09" onClose={close}>
          <dl className="fact-list">
            <Fact name="Requester">anna.keller@muster-gmbh.de</Fact>
            <Fact name="Workspace">Einkauf Werk Süd</Fact>
          </dl>
        </SideDrawer>
      )}
    </Opener>
    {SEVERITIES.map((severity) => (
      <Button
        key={severity}
        variant="outlined"
        onClick={() => showToast({ message: 'The settings were saved.', severity, autoHideDuration: 60_000 })}
      >
        Toast: {severity}
      </Button>
    ))}
  </div>
)
