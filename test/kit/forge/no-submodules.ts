/** For rows of repositories whose submodules no test expands. */
export const noSubmodules = { find: async () => ({ kind: 'elsewhere', url: undefined }) as const };
