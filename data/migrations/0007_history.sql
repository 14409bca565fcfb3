CREATE TABLE `history_gaps` (
	`source` text NOT NULL,
	`day_starts_at` integer NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`source`, `day_starts_at`, `from_at`)
);
--> statement-breakpoint
CREATE TABLE `launches` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`id` text NOT NULL,
	`launched_at` integer NOT NULL,
	`product` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `launch_by_id` ON `launches` (`source`,`id`);--> statement-breakpoint
CREATE INDEX `launches_by_time` ON `launches` (`source`,`launched_at`);--> statement-breakpoint
CREATE TABLE `recorded_days` (
	`source` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`read_at` integer,
	`failure` text,
	PRIMARY KEY(`source`, `starts_at`)
);
--> statement-breakpoint
CREATE TABLE `recordings` (
	`source` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`turn` integer NOT NULL,
	`snapshots` integer NOT NULL,
	`compacted_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `snapshots` (
	`launch` integer NOT NULL,
	`at` integer NOT NULL,
	`votes` integer NOT NULL,
	`comments` integer,
	`rank` integer,
	PRIMARY KEY(`launch`, `at`),
	FOREIGN KEY (`launch`) REFERENCES `launches`(`number`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
