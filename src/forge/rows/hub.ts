import { get, one } from '../contract/row.ts';
import { HubProjects } from '../shapes/hub.ts';

/** The hub has only GraphQL. The path says which parameters the function takes; no request is sent to it. */
export const hubRows = {
	projects: get('/api/user/:owner/projects', 'projects:read', one(HubProjects)),
};
