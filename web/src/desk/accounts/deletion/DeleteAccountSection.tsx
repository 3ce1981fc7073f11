import { lazy, Suspense } from 'react'
import { DangerSection } from '#shared/parts/DangerSection.tsx'
import { deleteAccountTexts } from './delete-account-texts.ts'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
}))

export const DeleteAccountSection = () => (
  <DangerSection text={deleteAccountTexts.use()}>
    {(close) => (
      <Suspense>
        <DeleteAccountDialog onClose={close} />
      </Suspense>
    )}
  </DangerSection>
)
