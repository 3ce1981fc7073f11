import type { Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'

/** Workspaces, their participants and invitations over HTTP. */
export const workspaceRoutes = (_routes: Routes, _platform: Platform): void => {}
