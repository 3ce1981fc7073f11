import { Route, Routes } from 'react-router-dom'
import { DevicePage } from '../features/phone/devices/DevicePage.tsx'
import { NotFoundPage } from '../features/phone/frame/NotFoundPage.tsx'
import { HomePage } from '../features/phone/inbox/HomePage.tsx'
import { RequestsPage } from '../features/phone/inbox/RequestsPage.tsx'
import { NewRequestPage } from '../features/phone/new-request/NewRequestPage.tsx'
import { RequestPage } from '../features/phone/requests/RequestPage.tsx'
import { AccountPage } from '../features/phone/session/AccountPage.tsx'

/** The screens below /m. */
export const PhoneRoutes = () => (
  <Routes>
    <Route path="/" element={<HomePage />} />
    <Route path="/new" element={<NewRequestPage />} />
    <Route path="/requests" element={<RequestsPage />} />
    <Route path="/requests/:id" element={<RequestPage />} />
    <Route path="/device" element={<DevicePage />} />
    <Route path="/account" element={<AccountPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
)
