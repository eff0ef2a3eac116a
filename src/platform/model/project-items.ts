/** Something on a forge that belongs to a folder of the workspace. */
export interface ProjectItem {
	/** The name of the forge. */
	readonly instance: string;
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

/** The items of the workspace's projects that a view shows. */
export interface ProjectItems {
	readonly all: readonly ProjectItem[];
	/** Resolves when the projects are known, or when that takes too long. */
	ready(): Promise<void>;
}
