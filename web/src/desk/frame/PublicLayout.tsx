import { Outlet } from 'react-router-dom'
import { PublicFrame } from '#shared/frame/PublicFrame.tsx'

export const PublicLayout = () => (
  <PublicFrame>
    <Outlet />
  </PublicFrame>
)
