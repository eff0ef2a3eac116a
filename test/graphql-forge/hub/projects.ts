/** A project of the hub. Everything in it has its full name, such as `~ana/editor`. */
export interface ProjectRecord {
	/** Without the tilde. */
	readonly owner: string;
	readonly name: string;
	/** Whether only the owner sees it. */
	readonly isPrivate?: boolean;
	readonly lists: readonly string[];
	readonly repositories: readonly string[];
	/** Repositories of Mercurial, which a hub lists with those of git. */
	readonly mercurial?: readonly string[];
	readonly trackers: readonly string[];
}

/** The projects of the demo world. */
export const demoProjects: readonly ProjectRecord[] = [
	{
		owner: 'ana',
		name: 'editor',
		lists: ['~ana/editor-devel', '~ana/editor-announce'],
		repositories: ['~ana/editor'],
		trackers: ['~ana/editor'],
	},
	{
		owner: 'ana',
		name: 'home',
		isPrivate: true,
		lists: [],
		repositories: ['~ana/dotfiles', '~ana/notes'],
		trackers: ['~ana/errands'],
	},
];
