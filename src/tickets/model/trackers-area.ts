/** What an account needs to show trackers. */
export const trackersArea = { area: 'trackers', scopes: ['trackers:read', 'tickets:read'] } as const;
