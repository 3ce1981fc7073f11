import Button from '@mui/material/Button'
import type { Shown } from '../Deadline.tsx'
import type { DrawerProps } from '../QueueTable.tsx'
import { drawerTexts } from '../late-texts.ts'
import { OverdueHint } from './OverdueHint.tsx'
import { requestOnPhone } from '../request-on-phone.ts'
import { RequestDrawer } from './RequestDrawer.tsx'

type Props = DrawerProps & { readonly shown: Shown }

/** A request that waits for the reader, in full. */
export const InboxDrawer = (props: Props) => (
  <RequestDrawer {...props}>
    <Answer request={props.request} />
  </RequestDrawer>
)

/** The way to its answer on the phone page, where the reader signs. */
const Answer = ({ request: { id, type, status } }: Pick<Props, 'request'>) => {
  const own = drawerTexts.use()
  if (status !== 'pending') return <OverdueHint />
  const isCheck = type === 'verification'
  return (
    <>
      <div className="request-actions">
        <Button variant="contained" href={requestOnPhone(id)}>
          {isCheck ? own.answer : own.approve}
        </Button>
        {!isCheck && (
          <Button variant="outlined" color="error" href={requestOnPhone(id, 'decline')}>
            {own.decline}
          </Button>
        )}
      </div>
      <p className="muted">{own.onPhonePage}</p>
    </>
  )
}
