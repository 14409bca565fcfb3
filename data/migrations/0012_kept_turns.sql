CREATE TABLE `kept_turns` (
	`owner` text NOT NULL,
	`turn_id` text NOT NULL,
	`kept_at_ms` integer NOT NULL,
	`characters` integer NOT NULL,
	`before` text NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`owner`, `turn_id`)
);
--> statement-breakpoint
CREATE INDEX `kept_turns_by_time` ON `kept_turns` (`kept_at_ms`);