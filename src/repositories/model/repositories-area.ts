/** What an account needs to show repositories. */
export const repositoriesArea = { area: 'repositories', scopes: ['info:read', 'data:read'] } as const;
