import * as v from 'valibot';
import { each, type Read } from '../contract/read.ts';

const Item = v.object({
	/** With the tilde. */
	owner: v.string(),
	name: v.string(),
});

export const HubProject = v.object({
	name: v.string(),
	lists: each(Item),
	/** Only repositories of git. */
	repositories: each(Item),
	trackers: each(Item),
});
/** A project of a hub: lists, repositories and trackers that belong together. */
export type HubProject = Read<typeof HubProject>;

export const HubProjects = v.object({ projects: each(HubProject) });
