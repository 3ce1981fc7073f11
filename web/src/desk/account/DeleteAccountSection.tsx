import { lazy, Suspense, useState } from 'react'
import Button from '@mui/material/Button'
import { deleteAccountTexts } from './delete-account-texts.ts'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
}))

/** Of the page about the own account. */
export const DeleteAccountSection = () => {
  const text = deleteAccountTexts.use()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card panel action-line">
      <div>
        <h2>{text.title}</h2>
        <p>{text.text}</p>
      </div>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text.open}
      </Button>
      {isAsking && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  )
}
